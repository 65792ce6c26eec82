import { BinaryOperationNode, OperatorNode, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely'

/** SQLite allows 32,766 parameters; longer lists are not padded. */
const MOST_PADDED = 16_384

/**
 * Pads lists of values (`in`, `not in`) to 1, 2, 4, 8 … places by repeating the last value. Otherwise each length would
 * make a different SQL text that is prepared and cached: with a project's notes growing one by one that was 14 MB of
 * prepared statements after 45 minutes.
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
