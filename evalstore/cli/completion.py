"""``evalstore completion``: print the script that lets a shell complete commands and names."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete commands, options, metrics, runs and more.

    Load it in each new shell, from the shell's start-up file. Names of runs, systems,
    validators and suites come from the store that --store or EVALSTORE_STORE names.

    Example:

    \b
        eval "$(evalstore completion bash)"     # in ~/.bashrc
        eval "$(evalstore completion zsh)"      # in ~/.zshrc, after compinit
        evalstore completion fish | source      # in ~/.config/fish/config.fish
    """
    from evalstore.cli import _completion

    click.echo(_completion.script(shell), nl=False)
