import { APIError } from 'better-auth/api'
import * as z from 'zod'
import { at } from './auth-hook.ts'

const whole = z.string().regex(/^\d{1,9}$/)
const Query = z.object({
  limit: whole.optional(),
  offset: whole.optional(),
  membersLimit: whole.optional(),
  sortBy: z.enum(['id', 'organizationId', 'userId', 'role', 'createdAt', 'teamId']).optional(),
  // Dates are compared as the text that is sent, which no database takes for one.
  filterField: z.enum(['id', 'organizationId', 'userId', 'role', 'teamId']).optional(),
  filterOperator: z
    .enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'not_in', 'contains', 'starts_with', 'ends_with'])
    .optional(),
  filterValue: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
})

/**
 * Lists of members are sorted, filtered and cut as their caller says; 1.7 hands on whatever that is, and the database
 * breaks at what it does not know.
 */
export const memberListQuery = at(
  ['/organization/list-members', '/organization/get-full-organization'],
  async ({ query }) => {
    const { data, error } = Query.safeParse(query ?? {})
    const field = data ? unfitValue(data) : error?.issues[0]?.path[0]
    if (field !== undefined)
      throw new APIError('BAD_REQUEST', { message: `[query.${String(field)}] Invalid input`, code: 'VALIDATION_ERROR' })
  },
)

/** A filter needs one value, and several where it asks for one of them. */
function unfitValue({ filterField, filterOperator, filterValue }: z.infer<typeof Query>): string | undefined {
  if (filterField === undefined) return undefined
  const isList = filterOperator === 'in' || filterOperator === 'not_in'
  return filterValue === undefined || Array.isArray(filterValue) !== isList ? 'filterValue' : undefined
}
