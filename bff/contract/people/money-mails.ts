import { z } from 'zod';
import { dataOf } from '#bff/contract/base/common.ts';
import { MONEY_MAILS, type MoneyMail } from './money-mail-kinds.ts';

const KINDS = Object.keys(MONEY_MAILS) as [MoneyMail, ...MoneyMail[]];

export const MoneyMailChoice = z.object({ kind: z.enum(KINDS), is_on: z.boolean() });
/** One entry for each kind. */
export const MoneyMailChoices = dataOf(z.array(MoneyMailChoice));
