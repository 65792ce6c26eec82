/** From first to done, and from least to most pressing: apart from the contract, whose shapes no page carries. */
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
