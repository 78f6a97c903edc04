/** What was pasted and chosen for people who are to be invited; null where they get no such place. */
export interface Wishes {
  readonly text: string;
  readonly role: string | null;
  readonly department: string | null;
  readonly team: string | null;
}
