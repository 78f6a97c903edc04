/** Safari of before 2025 plays no Opus in Ogg, and is given WAV. */
export const playsOpus = (): boolean => document.createElement('audio').canPlayType('audio/ogg; codecs="opus"') !== '';
