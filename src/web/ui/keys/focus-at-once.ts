/** As the `ref` of the field a page or dialog opened for: typing can begin without a click. */
export function focusAtOnce(field: HTMLElement | null): void {
  field?.focus()
}
