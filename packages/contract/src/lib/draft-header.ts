/** With it a call of the phone system reads and changes the company's draft in the place of what holds. */
export const draftHeader = 'alo-draft';
