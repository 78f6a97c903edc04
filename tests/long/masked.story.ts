import { maskedEverywhere } from '../../apps/server/testing/masked-everywhere.ts';

maskedEverywhere('every row');
