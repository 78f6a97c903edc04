import { strangeValues } from '../../apps/server/testing/strange-values.ts';

strangeValues('every value');
