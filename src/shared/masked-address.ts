/** As much of an e-mail address as tells its owner that it is theirs: "n…@example.com". */
export function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
