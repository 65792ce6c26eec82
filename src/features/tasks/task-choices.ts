/**
 * From first to done, and from least to most urgent. Outside of the contract, so that pages do not load its zod shapes.
 */
export const taskStates = ['todo', 'doing', 'fixed', 'verified'] as const
export type TaskState = (typeof taskStates)[number]
export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

export function isTaskState(value: unknown): value is TaskState {
  return taskStates.some((one) => one === value)
}

export function isTaskPriority(value: unknown): value is TaskPriority {
  return taskPriorities.some((one) => one === value)
}
