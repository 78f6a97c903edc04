import { config } from 'zod';

// The page's policy forbids code made from strings, which zod would use to be faster, and tries as the first schema is made: said before
// any is.
config({ jitless: true });
