/** The process that tells Asterisk what to do, and knows which calls it has. */
import { hostEngine } from '@alo/engine-host/process';
import { openAsteriskPlant } from './asterisk-plant.ts';
import { asteriskPlantOptions } from './plant-options.ts';

await hostEngine({ options: asteriskPlantOptions, open: openAsteriskPlant });
