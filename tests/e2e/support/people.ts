/** The people of the demo tenant, as they sign in. */
export const demo = { companyCode: 'demo', password: 'alo-demo-2026' } as const;

export const people = {
  admin: { username: 'admin@demo.local', extension: null },
  lan: { username: 'lan@demo.local', extension: '101' },
  hoa: { username: 'hoa@demo.local', extension: '103' },
  minh: { username: 'minh@demo.local', extension: '102' },
} as const;

export type PersonName = keyof typeof people;
