/** The program: what the environment names (the test runner does), else whatever is installed. */
export const sipp = process.env['ALO_SIPP'] ?? 'sipp';
