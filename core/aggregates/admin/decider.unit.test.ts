import { it } from 'node:test';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { AdminCommand } from './commands.ts';
import { adminDecider, MAX_FACTS } from './decider.ts';
import type { AdminEvent } from './events.ts';

const { given } = specificationOf(adminDecider);
const act = (facts: Record<string, string>): AdminCommand => ({
  type: 'RecordAdministratorAction',
  administratorId: '00000000-0000-4000-8000-000000000001',
  action: 'stock-added',
  subject: { kind: 'variant', id: 'v' },
  facts,
});
const acted = (facts: Record<string, string>): AdminEvent => ({
  type: 'AdministratorActed',
  data: { action: 'stock-added', subject: { kind: 'variant', id: 'v' }, facts },
});

it('every action of an administrator is recorded, the same one twice as well', () => {
  given()
    .when(act({ added: '50' }))
    .thenEvents(acted({ added: '50' }));
  given(acted({ added: '50' }))
    .when(act({ added: '50' }))
    .thenEvents(acted({ added: '50' }));
});

it('an action with too many facts is refused', () => {
  const facts = Object.fromEntries(Array.from({ length: MAX_FACTS + 1 }, (_, n) => [`fact${n}`, 'x']));
  given().when(act(facts)).thenRefused('invalid_value');
});
