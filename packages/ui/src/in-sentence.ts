/** A label as it stands inside a sentence: “Khoá SCIM” is “khoá SCIM”, “SIP riêng” stays. */
export const inSentence = (label: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
