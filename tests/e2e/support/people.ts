/** The people of the demo tenant, as they sign in. */
export const demo = { companyCode: 'demo', password: 'alo-demo-2026' } as const;

/** `home` is where they are once they have signed in: the company's figures for who leads, the own day for who answers the phone. */
export const people = {
  admin: { username: 'admin@demo.local', extension: null, home: '/dashboard' },
  lan: { username: 'lan@demo.local', extension: '101', home: '/my-day' },
  hoa: { username: 'hoa@demo.local', extension: '103', home: '/dashboard' },
  minh: { username: 'minh@demo.local', extension: '102', home: '/my-day' },
} as const;

export type PersonName = keyof typeof people;
