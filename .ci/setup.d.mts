export const root: string;
export const chromiumPath: string;
export function ensurePackages(): void;
export function ensureBuild(): void;
export function ensureChromium(): void;
export function ensureVsCode(): string;
