export interface PanelPage {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** Fresh for each page. */
  readonly nonce: string;
}

/** The panel's page. It loads its own script, style and icon font, and nothing else from anywhere. */
export function panelHtml({ scriptUri, styleUri, cspSource, nonce }: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${styleUri}">
  <title>Plumbline</title>
</head>
<body>
  <div id="root"></div>
  <script type="module" nonce="${nonce}" src="${scriptUri}"></script>
</body>
</html>`;
}
