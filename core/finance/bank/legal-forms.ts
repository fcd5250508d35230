/** Legal forms of companies that no person is called by: a name without them is the same name. */
export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'ag aps bv eirl eood gbr gmbh inc kft kg limited llc llp ltd nv ohg ood plc sarl sas snc spa sprl srl sro ug'.split(
    ' ',
  ),
);
