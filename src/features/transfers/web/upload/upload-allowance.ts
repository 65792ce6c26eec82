import type { UploadAllowance } from '../../transfers.contract.ts'

/** Why files cannot be sent now. */
export type AllowanceProblem =
  | { readonly kind: 'too-large'; readonly fileName: string; readonly mostBytes: number }
  | {
      readonly kind: 'no-room'
      readonly limitedBy: NonNullable<UploadAllowance['limitedBy']>
      readonly neededBytes: number
      readonly freeBytes: number
    }

/** What the server would refuse of these files, before any byte is sent; null if it accepts them, or if unknown. */
export function allowanceProblem(
  files: readonly Pick<File, 'name' | 'size'>[],
  allowance: UploadAllowance | undefined,
): AllowanceProblem | null {
  if (!allowance || files.length === 0) return null
  const tooLarge = files.find(({ size }) => size > allowance.largestFileBytes)
  if (tooLarge) return { kind: 'too-large', fileName: tooLarge.name, mostBytes: allowance.largestFileBytes }
  const neededBytes = files.reduce((sum, { size }) => sum + size, 0)
  if (allowance.freeBytes === null || allowance.limitedBy === null || neededBytes <= allowance.freeBytes) return null
  return { kind: 'no-room', limitedBy: allowance.limitedBy, neededBytes, freeBytes: allowance.freeBytes }
}
