/** JSON that is text already: it is stored as it stands instead of being written out once more. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** So that it means the same wherever JSON is written. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON text of a value. */
export const jsonTextOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value));
