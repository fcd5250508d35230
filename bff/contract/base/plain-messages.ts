import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  email: 'an email address',
  guid: 'a valid id',
  uuid: 'a valid id',
};
const MAX_NAME_LENGTH = 40;
const MAX_CHOICES = 12;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * The message for a value whose schema has none of its own: 'Per page must be at most 100'. Pass it to zod's `customError`, because zod's
 * own wording is for developers.
 */
export const plainMessage = (issue: Issue): string => `${subjectOf(issue.path ?? [])} ${complaintOf(issue)}`;

/** ['bankDetails', 'swift_code'] → 'Swift code' */
function subjectOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string');
  if (name === undefined) return 'The request';
  const words = name.slice(0, MAX_NAME_LENGTH).replace(/([a-z])([A-Z])/g, '$1 $2');
  const text = words.replaceAll('_', ' ').trim().toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function complaintOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another kind'}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is required';
      return `must ${measured(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${measured(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format in FORMATS ? `must be ${FORMATS[issue.format]}` : 'is not written as it should be';
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : 'is not valid';
    case 'unrecognized_keys':
      return `must not have ${issue.keys.map((key) => key.slice(0, MAX_NAME_LENGTH)).join(', ')}`;
    default:
      return 'is not valid';
  }
}

function measured(origin: string, bound: string, limit: number | bigint): string {
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : undefined;
  return unit === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit}${unit}`;
}

function oneOf(values: readonly unknown[]): string {
  if (values.length > MAX_CHOICES) return 'is none of the possible values';
  return values.length === 1 ? `must be ${values[0]}` : `must be one of: ${values.join(', ')}`;
}
