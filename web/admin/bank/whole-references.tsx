const REFERENCE = /(\b[A-Z]{3}-[0-9A-Z]{6,10}\b)/;

/** Words with references (DEP-000042) that no line breaks apart: they are read off, and typed into a bank's form. */
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
