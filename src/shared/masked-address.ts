/** Enough of an email address for its owner to recognize it: "n…@example.com". */
export function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
