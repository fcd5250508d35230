import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { createAdministrator, formOf, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const COMPANY = {
  company_name: 'Aero Trade',
  business_type: 'corporation',
  full_company_address: '1 Runway',
  phone_number: '+31 20 1234567',
  company_email: 'office@aero.example',
  website: '',
  contact_person: 'Ada Aero',
  contact_number: '+31 20 1234568',
  contact_email: 'ada@aero.example',
  company_registration_no: 'NL-1',
  date_of_incorporation: '2010-05-01',
  vat_tax_registration: 'NL001',
  country_of_registration: 'NL',
};
const ROUNDS = 4;

/** An object that one administrator opens and saves with changes; its other fields are sent back as they were shown. */
type Subject = {
  readonly name: string;
  show(): Promise<Shown>;
  save(by: TestAdministrator, shown: Shown, change: Fields): ReturnType<TestAdministrator['send']>;
  /** Two changes of different fields. */
  readonly changes: readonly [Fields, Fields];
};
type Fields = Readonly<Record<string, string>>;
type Shown = Readonly<Record<string, unknown>> & { readonly updated_at: string };

describe('what two administrators have open', async () => {
  const subjects: Subject[] = [];
  const test = await startTestApp();
  const staff = [await createAdministrator(test), await createAdministrator(test)] as const;
  subjects.push(await aBrand(), await aBanner(), await aCompany());
  after(() => test.stop());

  async function aBrand(): Promise<Subject> {
    const { id } = (await staff[0].send('POST', '/api/admin/brands', formOf({ title: 'Shared brand' }))).json().data;
    return {
      name: 'brand',
      show: async () => {
        const { brands } = (await staff[0].get('/api/admin/brands')).json().data;
        const { title, description, website, updated_at } = brands.find((brand: { id: number }) => brand.id === id);
        return { title, description: description ?? '', website: website ?? '', updated_at };
      },
      save: (by, shown, change) =>
        by.send('POST', `/api/admin/brands/${id}`, formOf({ _method: 'PUT', ...textOf(shown), ...change })),
      changes: [{ description: 'What the first wrote' }, { website: 'https://second.example' }],
    };
  }

  async function aBanner(): Promise<Subject> {
    const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const added = await staff[0].send(
      'POST',
      '/api/admin/carousel-images',
      formOf({ 'items[0][url]': '/products', 'items[0][image]': image }, 'banner.png'),
    );
    const { id } = added.json().data.carouselImages[0];
    return {
      name: 'image',
      show: async () => {
        const [{ url, updated_at }] = (await staff[0].get('/api/admin/carousel-images')).json().data.carouselImages;
        return { url, updated_at };
      },
      save: (by, shown, change) =>
        by.send('POST', `/api/admin/carousel-images/${id}`, formOf({ _method: 'PUT', ...textOf(shown), ...change })),
      changes: [{ url: '/first' }, { url: '/second' }],
    };
  }

  async function aCompany(): Promise<Subject> {
    const { customerId } = await createCustomer(test, 'verified');
    const url = `/api/admin/users/${customerId}`;
    assertStatus(await staff[0].send('POST', `${url}/company-details`, { ...COMPANY, updated_at: null }), 200);
    return {
      name: 'company',
      show: async () => {
        const { id: _id, documents: _documents, ...shown } = (await staff[0].get(url)).json().data.company;
        return shown;
      },
      save: (by, shown, change) => by.send('POST', `${url}/company-details`, { ...shown, ...change }),
      changes: [{ contact_person: 'Bea Second' }, { phone_number: '+31 20 7654321' }],
    };
  }

  const textOf = (shown: Shown): Fields => Object.fromEntries(Object.entries(shown).map(([k, v]) => [k, String(v)]));

  it('and both save one after the other, then the second is refused, nothing is lost, and the latest can be saved', async () => {
    for (const { name, show, save, changes } of subjects) {
      const shown = await show();
      assertStatus(await save(staff[0], shown, changes[0]), 200);

      const late = await save(staff[1], shown, changes[1]);
      assertStatus(late, 409);
      assert.equal(late.json().code, 'changed_elsewhere');
      assert.match(late.json().message, new RegExp(`^This ${name} was changed after you opened it.*Nothing was saved`));
      const kept = await show();
      assert.deepEqual({ ...kept, updated_at: '' }, { ...shown, ...changes[0], updated_at: '' });

      assertStatus(await save(staff[1], kept, changes[1]), 200);
      assert.deepEqual({ ...(await show()), updated_at: '' }, { ...kept, ...changes[1], updated_at: '' });
    }
  });

  it('and both save at once, then one of them is refused, each time', async () => {
    for (const { name, show, save, changes } of subjects) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const shown = await show();
        const answers = await Promise.all(staff.map((by, index) => save(by, shown, changes[index] ?? {})));
        assert.deepEqual(
          answers.map(({ statusCode }) => statusCode).toSorted(),
          [200, 409],
          `${name}: ${answers.map(({ body }) => body).join()}`,
        );
        const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
        assert.deepEqual({ ...(await show()), updated_at: '' }, { ...shown, ...changes[winner], updated_at: '' });
      }
    }
  });

  it('and the company was not filled in yet, then only one of them fills it in, and its record says so', async () => {
    const { customerId } = await createCustomer(test, 'verified');
    const url = `/api/admin/users/${customerId}/company-details`;
    assertStatus(await staff[0].send('POST', url, { ...COMPANY, updated_at: null }), 200);
    const late = await staff[1].send('POST', url, { ...COMPANY, company_name: 'Another', updated_at: null });
    assertStatus(late, 409);
    const { company } = (await staff[0].get(`/api/admin/users/${customerId}`)).json().data;
    assert.equal(company.company_name, 'Aero Trade');
    const trail = (await staff[0].get('/api/admin/audit?subject_kind=customer&per_page=100')).json().data;
    const saves = trail.filter(
      (entry: { summary: string; subject: { id: string } }) =>
        entry.subject.id === customerId && /company/i.test(entry.summary),
    );
    assert.equal(saves.length, 1);
  });

  it('and one of them deleted it meanwhile, then the other gets an error that it is gone', async () => {
    const created = (await staff[0].send('POST', '/api/admin/brands', formOf({ title: 'Gone' }))).json().data;
    assertStatus(await staff[0].send('POST', `/api/admin/brands/${created.id}`, formOf({ _method: 'DELETE' })), 200);
    const late = await staff[1].send(
      'POST',
      `/api/admin/brands/${created.id}`,
      formOf({ _method: 'PUT', title: 'Gone', updated_at: created.updated_at }),
    );
    assertStatus(late, 404);
  });
});
