import type { BrowserContext } from 'playwright';
import { SIGN_INS } from '#infra/local/seed/sign-ins.ts';

type SignIn = { email: string; password: string };

/** Signs in through the screen, as a person does; the session then belongs to the context. */
export async function signInCustomer(context: BrowserContext, as: SignIn = SIGN_INS.customer): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password', { exact: false }).first().fill(as.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.close();
}

export async function signInAdministrator(context: BrowserContext, as: SignIn = SIGN_INS.administrator): Promise<void> {
  const page = await context.newPage();
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password', { exact: false }).first().fill(as.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/admin/login');
  await page.close();
}
