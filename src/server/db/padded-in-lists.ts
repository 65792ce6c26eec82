import { BinaryOperationNode, OperatorNode, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely'

/** SQLite takes 32 766 parameters; from here on a list is asked for as it is. */
const MOST_PADDED = 16_384

/**
 * Lists of values (`in`, `not in`) have 1, 2, 4, 8 … places, the last value standing in those left over. A list of
 * every length of its own would make as many texts as there are lengths, each prepared and kept: with a project's notes
 * growing one by one that was 14 MB of programs after three quarters of an hour.
 */
export class PaddedInLists extends SqliteQueryCompiler {
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    super.visitPrimitiveValueList(
      isLookedIn(this.parentNode) ? PrimitiveValueListNode.create(padded(node.values)) : node,
    )
  }
}

function isLookedIn(parent: SqliteQueryCompiler['parentNode']): boolean {
  return (
    parent !== undefined &&
    BinaryOperationNode.is(parent) &&
    OperatorNode.is(parent.operator) &&
    ['in', 'not in'].includes(parent.operator.operator)
  )
}

function padded<V>(values: readonly V[]): readonly V[] {
  const last = values.at(-1)
  if (last === undefined || values.length > MOST_PADDED) return values
  const places = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: places - values.length }, () => last)]
}
