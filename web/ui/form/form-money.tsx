import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Controller, type ControllerFieldState, type ControllerRenderProps } from 'react-hook-form';
import { type Currency, currencySymbol } from '#core/kernel/money/currencies.ts';
import { formatMinor, groupMinor, minorToDecimal } from '#core/kernel/money/decimals.ts';
import { readTypedAmount, type TypedAmount } from '#core/kernel/money/typed-amount.ts';
import { Field } from './controls/field.tsx';
import { TextInput } from './controls/text-input.tsx';
import type { Around, FormField } from './fields.tsx';

type Own = Around & { placeholder?: string; autofocus?: boolean };

/**
 * An amount of money. It is typed in the form of any country and shown as it was understood; the form's value is its decimal ('1234.56').
 * A text that can be read in two ways leaves the value empty until somebody has chosen. It is read again where the currency changes.
 */
export const amount = <Name extends string>(
  name: Name,
  label: string,
  currency: Currency,
  more?: Own,
): FormField<Name> => ({
  name,
  draw: (form) => (
    <Controller
      key={name}
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <MoneyField {...more} label={label} currency={currency} input={field} state={fieldState} />
      )}
    />
  ),
});

type Typed = { readonly text: string; readonly reading: TypedAmount; readonly value: string };

type MoneyFieldProps = Own & {
  label: string;
  currency: Currency;
  input: ControllerRenderProps;
  state: ControllerFieldState;
};

function MoneyField({
  currency,
  input: { value, onChange, ref, ...input },
  state,
  hint,
  placeholder = minorToDecimal(0n, currency),
  autofocus,
  optional,
  ...field
}: MoneyFieldProps) {
  const [typed, setTyped] = useState<Typed>();
  const element = useRef<HTMLInputElement>(null);
  const put = (text: string, reading: TypedAmount) => {
    const next = { text, reading, value: decimalFor(text, reading, currency) };
    setTyped(next);
    onChange(next.value);
  };
  const readIn = useRef(currency);
  useEffect(() => {
    if (readIn.current === currency) return;
    readIn.current = currency;
    if (typed) put(typed.text, readTypedAmount(typed.text, currency));
  });
  // What the form was given since (a draft, a reset) stands as it is.
  const now = typed?.value === value ? typed : undefined;
  const choose = (minor: bigint) => {
    put(groupMinor(minor, currency), { is: 'amount', minor });
    element.current?.focus();
  };
  const question = now?.reading.is === 'asked' && (
    <Question text={now.text} minors={now.reading.minors} currency={currency} onChoose={choose} />
  );
  const echo = now?.reading.is === 'amount' && `= ${formatMinor(now.reading.minor, currency)}`;
  return (
    <Field
      {...field}
      required={!optional}
      hint={question || joined(echo, hint)}
      // It is no fault yet while somebody is still typing.
      error={(question && (state.error || state.isTouched) && question) || state.error?.message}
    >
      <TextInput
        {...input}
        ref={(each) => {
          element.current = each;
          ref(each);
        }}
        value={now?.text ?? value ?? ''}
        onChange={(event) => put(event.target.value, readTypedAmount(event.target.value, currency))}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        start={currencySymbol(currency)}
        data-autofocus={autofocus}
        className="tabular"
      />
    </Field>
  );
}

/** A text that is no amount is given to the form as it is, whose rules refuse it. */
const decimalFor = (text: string, reading: TypedAmount, currency: Currency): string => {
  if (reading.is === 'amount') return minorToDecimal(reading.minor, currency);
  return reading.is === 'asked' ? '' : text.trim();
};

const joined = (echo: string | false, hint: ReactNode) =>
  echo ? (
    <>
      <span className="tabular font-medium text-ink">{echo}</span>
      {hint && ' · '}
      {hint && <span>{hint}</span>}
    </>
  ) : (
    hint
  );

type QuestionProps = {
  text: string;
  minors: readonly bigint[];
  currency: Currency;
  onChoose: (minor: bigint) => void;
};

function Question({ text, minors, currency, onChoose }: QuestionProps) {
  return (
    <>
      {text.trim()} is written differently from country to country. Did you mean{' '}
      {minors.map((minor, index) => (
        <span key={`${minor}`}>
          {index > 0 && ' or '}
          <button
            type="button"
            className="min-h-6 font-medium text-accent-ink underline"
            onClick={() => onChoose(minor)}
          >
            {formatMinor(minor, currency)}
          </button>
        </span>
      ))}
      ?
    </>
  );
}
