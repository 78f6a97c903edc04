/** The engine's own process: SIP and audio, nothing else, so that nothing else makes audio wait. */
import { goFirst } from './go-first.ts';
import { hostEngine } from './host-engine.ts';
import { openOwnPlant } from './own-plant.ts';

// Before any thread of the audio's is there: they are as urgent as the one that begins them.
goFirst();
await hostEngine(openOwnPlant);
