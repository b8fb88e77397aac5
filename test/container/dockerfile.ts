import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast';

/** An instruction of a Dockerfile as this project uses it. */
export type Step =
  | { keyword: 'RUN'; command: string }
  | { keyword: 'COPY'; from: string | null; sources: string[]; target: string }
  | { keyword: 'ENV'; variables: Record<string, string> }
  | { keyword: 'WORKDIR' | 'USER' | 'VOLUME' | 'EXPOSE'; value: string }
  | { keyword: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'; argv: string[] };

export interface Stage {
  name: string | null;
  base: string;
  steps: Step[];
}

/** @throws Error for an instruction or a form of one that this project does not use */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      stages.push({ name: from.getBuildStage(), base: from.getImage() ?? '', steps: [] });
    } else stages.at(-1)?.steps.push(readStep(instruction));
  }
  return stages;
}

function readStep(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const [value = ''] = words;
  switch (keyword) {
    case 'RUN':
      return { keyword, command: words.join(' ') };
    case 'COPY':
      return {
        keyword,
        from: (instruction as Copy).getFromFlag()?.getValue() ?? null,
        sources: words.slice(0, -1),
        target: words.at(-1) ?? '',
      };
    case 'ENV': {
      const properties = (instruction as Env).getProperties();
      return {
        keyword,
        variables: Object.fromEntries(properties.map((property) => [property.getName(), property.getValue() ?? ''])),
      };
    }
    case 'WORKDIR':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      return { keyword, value };
    case 'ENTRYPOINT':
    case 'CMD':
      return { keyword, argv: execForm(words.join(' ')) };
    case 'HEALTHCHECK':
      return { keyword, argv: execForm(words.slice(words.indexOf('CMD') + 1).join(' ')) };
    default:
      throw new Error(`${keyword} in the Dockerfile is not known to the test that runs it`);
  }
}

/** A command as JSON, which is run without a shell, so that signals reach it. */
function execForm(command: string): string[] {
  if (!command.startsWith('[')) throw new Error(`must be in exec form, ["program", "argument"]: ${command}`);
  return JSON.parse(command) as string[];
}
