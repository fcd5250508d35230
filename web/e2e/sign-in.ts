import type { BrowserContext, Page } from 'playwright';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { ADMINISTRATOR } from './aimed.ts';
import { inPage, newContext, newPage, type Stage } from './stage.ts';

type SignIn = { email: string; password: string };

/** Signs in through the screen, as a person does; the session then belongs to the context. */
export async function signInCustomer(context: BrowserContext, as: SignIn = SIGN_INS.customer): Promise<void> {
  const page = await newPage(context);
  await page.goto('/login');
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password', { exact: false }).first().fill(as.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.close();
}

export async function signInAdministrator(context: BrowserContext, as: SignIn = ADMINISTRATOR): Promise<void> {
  const page = await newPage(context);
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password', { exact: false }).first().fill(as.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/admin/login');
  await page.close();
}

/** For actions that affect the whole browser, not one page of it. */
export async function inOwnBrowser(stage: Stage, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await newContext(stage);
  await signInCustomer(context);
  await inPage(context, work);
  await context.close();
}
