import './without-eval.ts';
import '@alo/ui/theme.css';
import './fonts.css';

import { start } from './start.ts';

void start();
