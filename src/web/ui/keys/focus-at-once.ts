/** A `ref` that focuses the field for which a page or dialog opened. */
export function focusAtOnce(field: HTMLElement | null): void {
  field?.focus()
}
