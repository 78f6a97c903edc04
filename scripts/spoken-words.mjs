// Lists what the telephone says word by word, for apps/server/prompts/make.sh: file name, tab, text. Needs the pinned Node.js.
import { promptWords } from '../packages/call-core/src/turn/prompts.ts';

for (const [word, text] of Object.entries(promptWords)) console.log(`${word}\t${text}`);
