type Machine = {
  readonly platform: string;
  readonly arch: string;
  readonly version: string;
  readonly isMusl: boolean;
  readonly image: boolean;
};
export function platformProblem(machine?: Machine): string | undefined;
export function placeProblem(root?: string): string | undefined;
export function programOf(packageName: string, name: string): string;
