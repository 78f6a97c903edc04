import type { Shot } from './shot.ts';

/** Screens of targets. */
export const kpiShots: readonly Shot[] = [
  { name: 'kpis', path: '/kpis', as: 'admin' },
  { name: 'kpis-own', path: '/kpis', as: 'lan' },
  { name: 'kpi-set', path: '/kpi/add', as: 'admin' },
  {
    name: 'kpi-by-department',
    path: '/kpi-by-department',
    as: 'admin',
    prepare: async (page) => page.getByRole('button', { name: 'Mở tất cả' }).click(),
  },
];
