/** Of what a company may have, so much it is sure of where companies were given more than there is; the rest is for who comes first. */
const sure = 1 / 2;

/**
 * How many channels of a carrier a company always finds. Where companies were given no more than the carrier has, that is all it was given; else its
 * part of them, of which a half is kept.
 */
export function guaranteedChannels(
  given: number | null,
  carrier: { readonly channels: number; readonly given: number },
) {
  const wanted = Math.min(given ?? carrier.channels, carrier.channels);
  if (carrier.given <= carrier.channels) return wanted;
  return Math.max(1, Math.floor((sure * carrier.channels * wanted) / carrier.given));
}
