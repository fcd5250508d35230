/** JSON that is already text: it is stored unchanged, not serialized again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** So that every serializer writes the same value. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const jsonTextOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value));
