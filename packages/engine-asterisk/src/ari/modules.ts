import { z } from 'zod';

/** Without these a call cannot be carried. */
const needed = [
  'app_stasis',
  'chan_pjsip',
  'func_pjsip_aor',
  'func_pjsip_contact',
  'res_ari_bridges',
  'res_ari_channels',
  'res_ari_endpoints',
  'res_ari_playbacks',
  'res_ari_recordings',
  'res_pjsip_endpoint_identifier_ip',
  'res_pjsip_outbound_registration',
  'res_stasis_playback',
  'res_stasis_recording',
  'res_stasis_snoop',
].map((name) => `${name}.so`);
const modules = z.array(z.object({ name: z.string(), status: z.string() }));

/** Those of the modules we need that do not run, of what Asterisk answers to `asterisk/modules`. */
export function notRunning(answer: unknown): string[] {
  const running = new Set(
    modules
      .parse(answer)
      .filter(({ status }) => status === 'Running')
      .map(({ name }) => name),
  );
  return needed.filter((name) => !running.has(name));
}
