import { render } from "preact";
import "@vscode/codicons/dist/codicon.css";
import "./panel.css";
import { AskView } from "./views/AskView";

const root = document.getElementById("root");
if (root) render(<AskView />, root);
