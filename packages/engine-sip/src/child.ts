/** The engine's own process: SIP and audio, nothing else, so that nothing else makes audio wait. */
import { goFirst, hostEngine } from '@alo/engine-host/process';
import { dropSamples } from './media/spare-samples.ts';
import { sipPlantOptions } from './plant-options.ts';
import { openSipPlant } from './sip-plant.ts';

// Before any thread of the audio's is there: they are as urgent as the one that begins them.
goFirst();
await hostEngine({ options: sipPlantOptions, open: openSipPlant, atRest: dropSamples });
