const REFERENCE = /(\b[A-Z]{3}-[0-9A-Z]{6,10}\b)/;

/** Keeps references (DEP-000042) on one line, because people copy them into a bank's form. */
export const WholeReferences = ({ children }: { children: string }) =>
  children.split(REFERENCE).map((part, index) =>
    REFERENCE.test(part) ? (
      <span key={String(index)} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
