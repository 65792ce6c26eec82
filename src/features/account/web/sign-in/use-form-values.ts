import { useState, type ChangeEvent } from 'react'

interface FormValues<Values> {
  readonly values: Values
  /** Resets to the initial values. */
  readonly clear: () => void
  /** Props of the input with this name. */
  readonly input: (name: keyof Values & string) => {
    readonly name: string
    readonly value: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

/** Values of a small form by input name. Values stay when sending fails. */
export function useFormValues<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  onChange?: () => void,
): FormValues<Values> {
  const [values, setValues] = useState(initial)
  return {
    values,
    clear: () => setValues(initial),
    input: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: ({ target }) => {
        setValues((before) => ({ ...before, [name]: target.value }))
        onChange?.()
      },
    }),
  }
}
