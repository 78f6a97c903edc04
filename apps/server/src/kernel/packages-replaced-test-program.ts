/** A program of its own that wants a package by its name. */
await import(process.argv[2] ?? '');
