// What is fetched when a form is opened, and not before.
export { SelectField, SeveralField } from '@alo/ui';
